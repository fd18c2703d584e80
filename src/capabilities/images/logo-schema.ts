import { z } from 'zod'
import { checkedReferences, outsideId, referencesBeside, toldReference } from '../../operation/index.ts'
import { companyNaming, type CompanyNaming, type FoundLogo } from './find-logos.ts'
import { maxItems } from './find-pictures.ts'

/** A text that names a company; malformed items are detected later, one by one. */
export const name = z.string().trim().min(1).max(2048)

/** An organization id, written as text or as a number. */
export const organizationId = outsideId(
  z
    .union([name, z.int().min(0)])
    .transform(String)
    .describe('Organization id on the network, digits.'),
)

export const makeListSchema = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(maxItems)

/** Sent beside a list of identifiers of any kind. */
export const ownReferences = { clientReferenceIds: referencesBeside('the identifiers') }
/** A member in the answer to each identifier. */
export const ownReference = { clientReferenceId: toldReference }

/** The answers with the references of their identifiers, where any was given. */
export function withReferences<T extends object>(
  answers: readonly T[],
  ids: readonly (string | null)[] | undefined,
  { list, path }: { list: string; path: string },
): (T & { clientReferenceId?: string | null })[] {
  const references = checkedReferences(ids, { count: answers.length, list, path })
  if (references.length === 0) return [...answers]
  return answers.map((answer, index) => ({ ...answer, clientReferenceId: references[index] ?? null }))
}

const logo = {
  logoUrl: z.string().nullable().describe('Address of the logo; null (free) when none is known.'),
  source: z
    .enum(['corpus', 'site'])
    .nullable()
    .describe("Its origin: the corpus, or the icon of the company's own site."),
}

export const domainLogo = z.object({ domain: z.string(), ...logo })
export const urlLogo = z.object({ pnetUrl: z.string(), ...logo })
export const organizationLogo = z.object({ liOrgId: z.string(), ...logo })

/** An entry of the bulk form, whose `logoUrl` is absent where none is known. */
export const inBulk = <S extends typeof domainLogo | typeof urlLogo | typeof organizationLogo>(entry: S) =>
  entry.extend({
    ...ownReference,
    logoUrl: z.string().optional().describe('Address of the logo; absent (free) when none is known.'),
  })

/** One answer, under the member that its identifier was sent in. */
export function buildLogo(type: CompanyNaming, item: string, image: FoundLogo | undefined) {
  return {
    [companyNaming[type].member]: item,
    logoUrl: image?.logoUrl ?? null,
    source: image?.source ?? null,
  }
}
