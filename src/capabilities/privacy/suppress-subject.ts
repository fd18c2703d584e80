import type { DataSubject } from '../../corpus/write/index.ts'
import type { AuditOrigin } from '../../platform/audit/index.ts'
import {
  subjectOfTexts,
  type PersonalStore,
  type Subject,
  type Suppression,
  type SuppressionReason,
} from '../../platform/privacy/index.ts'
import { readIdentifierSort, type GivenIdentifier } from './identify-subject.ts'
import type { PrivacyDeps } from './slice.ts'

export interface SuppressionOutcome {
  suppression: Suppression
  /** False when all identifiers were on the list already. */
  isNew: boolean
  /** People who are no longer in the corpus. */
  people: number
  /** Posts and the like that went with them. */
  authored: number
  /** Records of others that named them, and no longer do. */
  mentions: number
}

/** Takes a person out of the corpus and keeps them out. It is safe to repeat: an interrupted run is finished. */
export async function suppressSubject(
  deps: Pick<PrivacyDeps, 'subjects' | 'suppressions' | 'stores'>,
  request: {
    identifiers: readonly GivenIdentifier[]
    reason: SuppressionReason
    note?: string | undefined
    by: AuditOrigin
  },
): Promise<SuppressionOutcome> {
  const { identifiers, ...why } = request
  const tokens = identifiers.map(({ token }) => token)
  const subjects = await deps.subjects.find(tokens)
  const all = new Map(identifiers.map((one) => [one.token, one]))
  for (const token of subjects.flatMap((subject) => subject.tokens))
    if (!all.has(token)) all.set(token, { token, sort: readIdentifierSort(token), texts: [] })
  const { suppression, isNew } = await deps.suppressions.add({
    ...why,
    identifiers: [...all.values()],
    people: subjects.length,
  })
  const mentioned = await deps.subjects.mentions([...all.keys()])
  const subject = subjectOfTexts({ ...collectTexts(identifiers, subjects), mentions: mentioned })
  // This comes before the person is removed, so that repeating an interrupted run finishes it.
  await forget(deps.stores, subject)
  // The record still shows the other identifiers of the person here; a later repetition looks only for the given ones.
  const mentions = await deps.subjects.forgetMentions([...all.keys()])
  // This follows the entry in the list, so a concurrent write of the person is refused, or is complete and ended by this commit.
  const erased = await deps.subjects.erase(tokens)
  await deps.suppressions.endReading()
  // Repeated for results that were returned, or stored by jobs, in the meantime.
  await forget(deps.stores, subject)
  return { suppression, isNew, ...erased, mentions }
}

async function forget(stores: readonly PersonalStore[], subject: Subject | undefined): Promise<void> {
  if (subject === undefined) return
  for (const store of stores) await store.forget(subject)
}

/** What answers about people show: as it was given, and as it is stored. */
function collectTexts(
  identifiers: readonly GivenIdentifier[],
  subjects: readonly DataSubject[],
): Parameters<typeof subjectOfTexts>[0] {
  const identifiersOfSort = (wanted: GivenIdentifier['sort']) =>
    identifiers.flatMap(({ sort, texts }) => (sort === wanted ? texts : []))
  const members = (names: readonly string[]) =>
    subjects
      .flatMap(({ record }) => names.flatMap((name) => record[name]))
      .filter((value) => typeof value === 'string')
  const contacts = subjects.flatMap((subject) => subject.contacts)
  return {
    emails: [...identifiersOfSort('email'), ...contacts.filter((text) => text.includes('@'))],
    phoneNumbers: [...identifiersOfSort('phone'), ...contacts.filter((text) => !text.includes('@'))],
    pages: [
      ...identifiersOfSort('profile'),
      ...members(['primary_slug', 'slugs', 'user_id', 'entity_urn', 'entity_urns']),
      ...subjects.flatMap(({ pages }) => pages),
    ],
    people: subjects.flatMap(({ id, formerIds }) => [id, ...formerIds]),
    names: members(['name']),
  }
}
