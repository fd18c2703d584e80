import { OutOfCredits, type Almanac } from '../src/index.ts'

/** Reads the price first, and never pays more than the budget, whatever changed since. */
export async function searchWithin(almanac: Almanac, budget: number) {
  const search = { searchParams: { headquartersCountryCode: { anyOf: ['USA'] } }, pageSize: 5 }
  const { maxCredits } = await almanac.quote('companySearch', search)
  try {
    const { output, cost } = await almanac.companySearch(search, { maxCredits: budget })
    return { maxCredits, cost, companies: output.data.length }
  } catch (error) {
    if (error instanceof OutOfCredits && error.code === 'spend_guard')
      return { maxCredits, cost: 0, companies: 0 }
    throw error
  }
}
