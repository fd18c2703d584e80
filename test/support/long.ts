/** Whether tests try all there is to try: `npm run test:long` sets `ALMANAC_TEST_LONG`. */
export const isLong: boolean = (process.env['ALMANAC_TEST_LONG'] ?? '') !== ''

/** How often a test tries: `short` in every run, `long` in those that take their time. */
export const runs = (short: number, long: number): number => (isLong ? long : short)
