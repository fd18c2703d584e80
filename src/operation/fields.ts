import { z } from 'zod'

/** A member that may be left out or null. The name keeps declarations short: they would write out what it reads. */
export interface Optional<T extends z.ZodType> extends z.ZodPipe<
  z.ZodOptional<z.ZodNullable<T>>,
  z.ZodTransform<z.output<T> | undefined, z.output<T> | null | undefined>
> {}

/** An optional member: absent and null mean the same, undefined. */
export function optional<T extends z.ZodType>(schema: T): Optional<T> {
  return schema.nullish().transform((value) => value ?? undefined)
}

/** A cursor or page token. Some clients send an empty text for the first page where others leave it out. */
export function pageToken(most: number) {
  return optional(z.string().max(most)).transform((token) => (token === '' ? undefined : token))
}

/** A member with a documented default, which applies when it is absent or null. */
export function withDefault<T extends z.ZodType>(schema: T, value: z.output<T>) {
  return schema
    .nullish()
    .transform((input): z.output<T> => input ?? value)
    .meta({ default: value })
}
