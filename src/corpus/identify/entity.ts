import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { digestToken } from '../search-index/index.ts'
import { domainToken, slugToken } from './tokens.ts'

/** How operators name an entity: by its id, or by something it is known by. */
export type EntityNamed = { id: string } | { tokens: string[] }

/** An entity id, a token as it is stored, an e-mail address, else a slug or a domain. */
export function entityNamed(text: string): EntityNamed {
  if (/^\d{1,18}$/.test(text)) return { id: text }
  if (/^(?:slug|org|uid|dom|ext|em|ph|soc):/.test(text)) return { tokens: [text] }
  const email = normalizeEmail(text)
  if (email !== undefined) return { tokens: [digestToken('em', email)] }
  const domain = normalizeDomain(text)
  return { tokens: [slugToken(text), ...(domain === undefined ? [] : [domainToken(domain)])] }
}
