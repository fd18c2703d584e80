import { networkUrl, parseNetworkUrl } from '../../../lib/network-url.ts'
import type { PriceLine } from '../../../operation/index.ts'
import { endEvent, type ItemOutcome } from '../../../platform/jobs/index.ts'
import { openJobReveal, type ContactKind, type ContactRead, type RevealInJob } from '../../contacts/index.ts'
import { codehostToPnetCompleted } from '../events.ts'
import { findPage } from '../code-host-to-network.ts'
import type { CodeHostAccount, ToNetworkResult } from '../code-host-schema.ts'
import { defineJob, type WebDataDeps } from '../slice.ts'

/** Milliseconds that sources have for one account, in line with what other jobs ask. */
const withinMs = 600_000

/** Contact details revealed of the owner of an account. */
export const ownerKinds: readonly ContactKind[] = ['work_email', 'personal_email']

interface Params {
  wantsEmails?: boolean
  isSandbox?: boolean
}

/** A result, with what it charged of the owner until that is recorded. */
interface Result extends ToNetworkResult {
  charged?: ContactRead[]
}

export const codehostToPnet = defineJob<Params, CodeHostAccount, Result>({
  id: 'codehostToPnet',
  batch: 10,
  async work(context, items) {
    const { deps, signal, params } = context
    const { wantsEmails = false } = params
    const results = await Promise.all(
      items.map(({ input }) => findPage(deps, input, { signal, withinMs, wantsEmails })),
    )
    const outcomes = []
    const revealContacts = openJobReveal(context)
    for (const result of results)
      outcomes.push(endItem(wantsEmails ? await withEmails(deps, result, revealContacts) : { result }))
    return outcomes
  },
  async record(tx, { deps, params, organizationId, requestId, nowMs }, ended) {
    if (params.isSandbox === true) return
    const charged = ended.flatMap(({ outcome }) => outcome.output?.charged ?? [])
    if (charged.length > 0)
      await deps.contacts.reads.record(tx, charged, { organizationId, requestId, nowMs })
  },
  keeps: ({ charged: _recorded, ...result }) => result,
  event: endEvent(codehostToPnetCompleted, ({ jobId, state, total, delivered, error }) => ({
    run_id: jobId,
    success: state === 'completed',
    total,
    found: delivered,
    error,
  })),
})

interface Ended {
  result: Result
  /** Charges for contact details of the owner. */
  lines?: PriceLine[]
}

function endItem({ result: output, lines = [] }: Ended): ItemOutcome<Result> {
  switch (output.outcome) {
    case 'found':
      return { state: 'delivered', output, lines: [{ key: 'codeHostToNetwork', units: 1 }, ...lines] }
    case 'invalid':
    case 'unavailable':
      return { state: 'failed', output }
    default:
      return { state: 'empty', output }
  }
}

/** Adds the addresses that the corpus and its sources have of the person found to the one that the account shows. */
async function withEmails(
  deps: WebDataDeps,
  result: ToNetworkResult,
  revealContacts: RevealInJob,
): Promise<Ended> {
  const slug = result.outcome === 'found' ? readSlug(deps, result) : undefined
  if (slug === undefined) return { result }
  const person = { slug, pnetUrl: networkUrl('person', slug, deps.network) }
  const { emails, lines, charged } = await revealContacts(person, ownerKinds)
  const extractedEmails = [...new Set([...(result.extractedEmails ?? []), ...emails])]
  return { result: { ...result, extractedEmails, charged }, lines }
}

/** Slug of the person found; undefined for a company. */
function readSlug({ network }: WebDataDeps, { type, pnetUrl }: ToNetworkResult): string | undefined {
  if (type !== 'person' || pnetUrl === null) return undefined
  const page = parseNetworkUrl(pnetUrl, network)
  return page !== undefined && 'slug' in page ? page.slug : undefined
}
