import { Invalid, NotFound, OutOfCredits, RateLimited, Unreachable, type Almanac } from '../src/index.ts'

/** Sentences for people, by kind of error. Whatever else it is, it is a fault of the program. */
export async function tryCompany(almanac: Almanac, value: string): Promise<string> {
  try {
    const { output } = await almanac.companySearch({ searchParams: { domains: [value] }, pageSize: 1 })
    return output.data[0]?.preferred_name ?? 'Nobody is known by this domain.'
  } catch (error) {
    if (error instanceof Invalid)
      return error.issues.map(({ path, message }) => `${path}: ${message}`).join('\n')
    if (error instanceof OutOfCredits)
      return `Get more credits: ${error.alert?.getMoreCreditsUrl ?? error.message}`
    if (error instanceof RateLimited) return `Come back in ${error.retryAfterSeconds ?? 60} seconds.`
    if (error instanceof NotFound || error instanceof Unreachable) return error.message
    throw error
  }
}
