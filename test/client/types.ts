/** What the compiler says of calls: `npm run types` fails where an error that is expected here is none. */
import type { Almanac, EventPayloads, Input, Output, WebhookEvent } from '../../client/src/index.ts'

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false
const same = <_T extends true>() => undefined

export async function calls(almanac: Almanac) {
  await almanac.companySearch({ searchParams: {}, pageSize: 2 })
  // @ts-expect-error -- a member that does not exist
  await almanac.companySearch({ searchParams: {}, pageSiez: 2 })
  // @ts-expect-error -- a value that is none of the facet
  await almanac.companySearch({ searchParams: { industriesV2: { anyOf: ['Sofware'] } } })
  // @ts-expect-error -- a member that is demanded
  await almanac.getExport({})
  // @ts-expect-error -- an operation that does not exist
  await almanac.companySaerch({})
  // The input may be left out where nothing in it is demanded.
  await almanac.getOrgCredits()
  for await (const company of almanac.rows('companySearch', { searchParams: {} })) {
    same<Same<typeof company, Output<'companySearch'>['data'][number]>>()
    // @ts-expect-error -- a member that rows do not have
    void company.preferredName
  }
  // @ts-expect-error -- of two lists one is to be named
  almanac.rows('multiSourceSearch', { query: 'x' } as unknown as Input<'multiSourceSearch'>)
  // @ts-expect-error -- an operation that has no pages
  almanac.rows('companyCount', { searchParams: {} })
  // @ts-expect-error -- an operation that starts no job
  await almanac.run('companySearch', { searchParams: {} })
  const { output } = await almanac.run('startEnrichList', { inlineCsv: '' })
  same<Same<typeof output, Output<'pollEnrichList'>>>()
  // @ts-expect-error -- an operation that takes no file
  await almanac.upload('companySearch', '', {})
}

export function payload(event: WebhookEvent): unknown {
  if (event.type !== 'audience.build_completed') return event.id
  same<Same<typeof event.payload, EventPayloads['audience.build_completed']>>()
  return event.payload.audienceId
}
