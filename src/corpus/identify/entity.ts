import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { digestToken } from '../search-index/index.ts'
import { malformed, type Tokens } from './malformed.ts'
import { domainToken, entityToken, slugToken } from './tokens.ts'

/** How operators name an entity: by its id, or by something it is known by. */
export type EntityNamed = { id: string } | { tokens: string[] }

/** An entity id, a token as it is stored, an e-mail address, else a slug or a domain. */
export function entityNamed(text: string): EntityNamed {
  if (isEntityId(text)) return { id: text }
  if (/^(?:slug|org|uid|dom|ext|em|ph|soc):/.test(text)) return { tokens: [text] }
  const email = normalizeEmail(text)
  if (email !== undefined) return { tokens: [digestToken('em', email)] }
  const domain = normalizeDomain(text)
  return { tokens: [slugToken(text), ...(domain === undefined ? [] : [domainToken(domain)])] }
}

/** Ids beyond 18 digits are nobody's: they are given out one after the other. */
const isEntityId = (text: string): boolean => /^\d{1,18}$/.test(text)

/** The token of an entity by the `entity_id` of its record, or of one that was merged into it; none for an empty text. */
export function entityTokens(text: string): Tokens {
  const id = text.trim()
  if (id === '') return []
  return isEntityId(id) ? [entityToken(id)] : malformed.entityId
}
