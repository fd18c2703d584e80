const given = process.env['ALMANAC_TEST_SEED']

/** What random questions are drawn from: another in each run, `ALMANAC_TEST_SEED` to ask the same again. */
export const seed: number = given === undefined ? Date.now() % 2 ** 31 : Number(given)

/** How to ask the same again, for messages of failures. */
export const sameAgain = `repeat with ALMANAC_TEST_SEED=${seed}`

// oxlint-disable-next-line no-console -- a run that found nothing can be repeated as well
console.log(`random questions: ${sameAgain}`)
