/** Whether this run takes its time: ALMANAC_TEST_LONG is set. */
export const isLong: boolean = (process.env['ALMANAC_TEST_LONG'] ?? '') !== ''

/** How often something is tried: a few times in every run, many times in a long one. */
export const runs = (short: number, long: number): number => (isLong ? long : short)
