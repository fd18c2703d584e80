/** Moments of a charged request, in their order. */
export const killPoints = [
  'after the hold',
  'in the handler',
  'before the charge',
  'in the charge',
  'after the charge',
  'in the answer',
] as const

export type KillPoint = (typeof killPoints)[number]
