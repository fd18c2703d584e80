import type { CorpusKind } from '../kinds/index.ts'
import type { Entity } from './merge.ts'

/**
 * Members and outside ids without those that make some identifiers: of lists and maps the entries alone. What is sealed
 * besides stays: addresses and numbers are contacts, whomever they identify.
 */
export function withoutTokens(
  kind: CorpusKind,
  entity: Entity,
  { id, tokens }: { id: string; tokens: readonly string[] },
): Entity {
  if (tokens.length === 0) return { members: entity.members, sealed: entity.sealed }
  const removedTokens = new Set(tokens)
  const { aliases, ...others } = entity.sealed
  const sealed = { ...others, externalIds: withoutIds(entity.sealed.externalIds, removedTokens) }
  const members = { ...entity.members }
  for (const name of new Set([...kind.own, ...kind.union])) {
    const value = members[name]
    if (value === null || value === undefined) continue
    if (name === 'external_ids') members[name] = withoutIds(value as Record<string, string>, removedTokens)
    else if (Array.isArray(value))
      members[name] = value.filter((entry) => !makes(kind, id, removedTokens, { [name]: [entry] }))
    else if (makes(kind, id, removedTokens, { [name]: value })) delete members[name]
  }
  const left = aliases?.filter((token) => !removedTokens.has(token)) ?? []
  return { members, sealed: left.length > 0 ? { ...sealed, aliases: left } : sealed }
}

function withoutIds(ids: Record<string, string>, removedTokens: ReadonlySet<string>): Record<string, string> {
  const isGone = ([source, id]: [string, string]) =>
    removedTokens.has(`ext:${`${source}/${id}`.replaceAll(/\s/g, '_')}`)
  return Object.fromEntries(Object.entries(ids).filter((entry) => !isGone(entry)))
}

const nothingSealed = { emails: [], phoneNumbers: [], externalIds: {}, provenance: [] }

/** Whether members alone are identified by one of some tokens. */
function makes(kind: CorpusKind, id: string, removedTokens: ReadonlySet<string>, members: object): boolean {
  // As a line would say it: an address of a page names its slug.
  const record = kind.complete(kind.split(members as Record<string, unknown>).members, id)
  return kind.identifiers(record, nothingSealed).some((token) => removedTokens.has(token))
}
