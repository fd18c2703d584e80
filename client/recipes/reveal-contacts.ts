import type { Almanac } from '../src/index.ts'

/** Contact details of many people: one awaited call, then every result, whatever the page. */
export async function revealContacts(
  almanac: Almanac,
  people: readonly string[],
  onPercent: (percent: number) => void,
) {
  const { cost, ask } = await almanac.run(
    'startBatchContactDetails',
    {
      personDetails: people.map((value) => ({ pnetUrl: { value }, clientReferenceId: value })),
      enrichmentTypes: { getWorkEmails: true },
    },
    { onProgress: ({ percent }) => onPercent(percent ?? 0) },
  )
  const addresses = new Map<string, string[]>()
  for await (const { inputs, outputs } of almanac.rows('pollBatchContactDetails', { ...ask, take: 5 }))
    addresses.set(inputs.clientReferenceId ?? '', outputs?.emails?.map(({ email }) => email) ?? [])
  return { addresses, cost }
}
