import type { DataSubject } from '../../corpus/write/index.ts'
import type { AuditOrigin } from '../../platform/audit/index.ts'
import type { Suppression, SuppressionReason } from '../../platform/privacy/index.ts'
import { forgetPeople } from '../../sources/index.ts'
import { sortOf, type GivenIdentifier } from './identify-subject.ts'
import type { PrivacyDeps } from './slice.ts'

export interface SuppressionOutcome {
  suppression: Suppression
  /** False when all identifiers were on the list already. */
  isNew: boolean
  /** People who are no longer in the corpus. */
  people: number
  /** Posts and the like that went with them. */
  authored: number
}

/** Takes a person out of the corpus, and keeps them out. Safe to repeat: what was cut short is finished. */
export async function suppressSubject(
  deps: Pick<PrivacyDeps, 'subjects' | 'suppressions' | 'jobs' | 'events' | 'db'>,
  asked: {
    identifiers: readonly GivenIdentifier[]
    reason: SuppressionReason
    note?: string | undefined
    by: AuditOrigin
  },
): Promise<SuppressionOutcome> {
  const { identifiers, ...why } = asked
  const tokens = identifiers.map(({ token }) => token)
  const subjects = await deps.subjects.find(tokens)
  const all = new Map(identifiers.map((one) => [one.token, one]))
  for (const token of subjects.flatMap((subject) => subject.tokens))
    if (!all.has(token)) all.set(token, { token, sort: sortOf(token) })
  const { suppression, isNew } = await deps.suppressions.add({
    ...why,
    identifiers: [...all.values()],
    people: subjects.length,
  })
  // After the list: whoever writes the person meanwhile is refused, or done before this commit and ended by it.
  const erased = await deps.subjects.erase(tokens)
  await forgetPeople(deps.db)
  const patterns = subjects.flatMap(textsOf)
  if (patterns.length > 0) {
    await deps.jobs.forget(patterns)
    await deps.events.forget(patterns)
  }
  return { suppression, isNew, ...erased }
}

/** Texts that answers about a person hold, as LIKE patterns of JSON. */
function textsOf({ record, contacts }: DataSubject): string[] {
  const slugs = [record['primary_slug'], ...((record['slugs'] as unknown[] | undefined) ?? [])]
  return [
    ...[...slugs, ...contacts].flatMap((text) =>
      typeof text === 'string' && text !== '' ? [`%"${escaped(text)}"%`] : [],
    ),
    ...slugs.flatMap((slug) => (typeof slug === 'string' && slug !== '' ? [`%/in/${escaped(slug)}"%`] : [])),
  ]
}

/** As it stands in JSON, without what LIKE reads as a wildcard. */
const escaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[\\%_]/g, '\\$&')
