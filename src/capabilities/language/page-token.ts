import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { Failure, invalidMember, positionIn, sealPage } from '../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'

/** A question on its way through its pages. */
const searchSchema = z.object({
  kind: z.enum(['companies', 'people']),
  company: companySearchParams.optional(),
  person: profileSearchParams.optional(),
  companyLists: z.array(z.string()),
  peopleLists: z.array(z.string()),
  /** How many the question still wants; absent where it does not say. */
  left: z.number().int().optional(),
  /** Fingerprint of the question's words. */
  words: z.string(),
  cursor: z.string().optional(),
  /** Of multiSourceSearch, whose later pages say nothing but the cursor. */
  pageSize: z.number().int().optional(),
  perCompany: z.number().int().optional(),
})
export type AskedSearch = z.output<typeof searchSchema>

const packed = z.object({ z: z.string() })
interface TokenOwner {
  key: Buffer
  organizationId: string
  /** The operation that has the pages. */
  of: 'slushieRun' | 'multiSourceSearch'
}

/** The token of the next page: all that is asked, so that pages go on whatever the parser or the names say by then. */
export function sealSearch(search: AskedSearch, owner: TokenOwner): string {
  const z = deflateRawSync(JSON.stringify(search)).toString('base64')
  try {
    return sealPage({ z }, owner)
  } catch (cause) {
    if (cause instanceof RangeError)
      throw invalidMember('query', 'The question has more conditions than its pages can keep.', 'too_long')
    throw cause
  }
}

/** Throws Failure 'invalid-cursor' for what is not a token of this organization. */
export function openSearch(token: string, owner: TokenOwner): AskedSearch {
  const opened = positionIn(token, owner, packed)
  if (opened === undefined) throw new Failure('invalid-cursor')
  const parsed = searchSchema.safeParse(
    JSON.parse(inflateRawSync(Buffer.from(opened.z, 'base64')).toString()),
  )
  if (!parsed.success) throw new Failure('cursor-expired')
  return parsed.data
}
