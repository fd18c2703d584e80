import type { z } from 'zod'

/**
 * An object that names somebody by any of its members. One that names nobody is a fault of the request, which is taken for no
 * filter where that costs nothing later.
 */
export function selector<T extends z.ZodObject>(schema: T, message: string): T {
  return schema.refine((named) => Object.values(named).some((value) => value !== undefined), {
    error: message,
  })
}
