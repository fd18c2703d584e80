import { z } from 'zod'

/** Shown when credits run low (SPEC.md "chargeInfo forms"). */
const lowCreditAlert = z
  .object({
    getMoreCreditsUrl: z.url().describe('Where to top up or restart the billing cycle.'),
    message: z.string(),
    availableCredits: z.number().describe('Credits left in the current billing period.'),
  })
  .meta({ id: 'LowCreditAlert' })

const alert = lowCreditAlert.nullish()

/** The authoritative record of what a request was charged, in five forms told apart by `method`. */
export const chargeInfo = z
  .discriminatedUnion('method', [
    z.object({ method: z.literal('charged-now'), creditsCharged: z.number(), lowCreditAlert: alert }),
    z.object({ method: z.literal('charging-later'), message: z.string(), lowCreditAlert: alert }),
    z.object({
      method: z.literal('charged-for-async-process'),
      creditsCharged: z.number(),
      message: z.string(),
      lowCreditAlert: alert,
    }),
    z.object({ method: z.literal('free'), message: z.string(), lowCreditAlert: alert }),
    z.object({
      method: z.literal('credits-refunded'),
      creditsRefunded: z.number(),
      message: z.string(),
      lowCreditAlert: alert,
    }),
  ])
  .meta({ id: 'ChargeInfo' })

export type ChargeInfo = z.infer<typeof chargeInfo>
export type LowCreditAlert = z.infer<typeof lowCreditAlert>

const warning = z
  .object({
    field: z.string().describe('Full path of the member.'),
    message: z.string(),
  })
  .meta({ id: 'Warning' })

export type Warning = z.infer<typeof warning>

/** The envelope every operation answers in. */
export function wrapOutput<T extends z.ZodType>(output: T) {
  return z.strictObject({
    output,
    chargeInfo,
    warnings: z.array(warning).nullish(),
    advice: z.array(z.string()).nullish(),
  })
}

/** Answer to `X-Dry-Run: 1`, in place of the operation's own. */
export const dryRunAnswer = wrapOutput(
  z.strictObject({
    dryRun: z.strictObject({
      maxCredits: z.number().min(0).describe('The most that the request can cost.'),
      expectedCredits: z
        .number()
        .min(0)
        .optional()
        .describe('What it is likely to cost, where that was tried with a sample of the rows.'),
      breakdown: z
        .array(
          z.strictObject({
            operation: z.string().describe('Key of a price, as getOrgCredits lists them.'),
            units: z.number().min(0),
            creditsPerUnit: z.number().min(0),
          }),
        )
        .describe('What the sum is made of; empty where the request is free.'),
    }),
  }),
).meta({ id: 'DryRunAnswer' })

/** Body of every error (SHAPES.md 18). */
export const errorBody = z
  .strictObject({
    message: z.string(),
    code: z.string().describe('Stable machine-readable slug.'),
    errorCode: z.string().describe('Correlation code to quote to support.'),
    requestId: z.string(),
    issues: z.array(z.strictObject({ path: z.string(), message: z.string(), code: z.string() })).optional(),
    chargeInfo: chargeInfo.optional().describe('With a failure that is charged: what it cost.'),
    outOfCreditsAlert: lowCreditAlert.optional().describe('With 402: where to get more credits.'),
    retryAfterSeconds: z.number().int().optional(),
    docsUrl: z.url().optional(),
  })
  .meta({ id: 'ErrorBody' })

export type ErrorBody = z.infer<typeof errorBody>
