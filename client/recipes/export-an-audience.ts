import type { Almanac } from '../src/index.ts'

/** From a question to a file: an audience is built, exported and downloaded. */
export async function exportAudience(almanac: Almanac, countryCode: string) {
  const { output: audience } = await almanac.createAudience({ name: `Companies in ${countryCode}` })
  const { audienceId } = audience
  await almanac.updateAudienceSearchParams({
    audienceId,
    companySearchParams: { headquartersCountryCode: { anyOf: [countryCode] } },
    maxCompanies: 5,
    maxProspects: 1,
  })
  const { output: built } = await almanac.run('buildAudience', { audienceId })
  const { output } = await almanac.run('exportCompanies', { audienceId, format: 'COMPANY_GENERIC_CSV' })
  const { stream, fileName } = await almanac.download(output.downloadUrl ?? '')
  return { companies: built.companiesCount, fileName, csv: await new Response(stream).text() }
}
