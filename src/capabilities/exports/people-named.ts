import { kinds } from '../../corpus/kinds/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'

/** Identifiers of people named in a company's record: founders, investors, addresses in its texts. */
export const peopleNamedBy = (record: CompanyRecord): string[] =>
  kinds.companies.named(record as never).map((token) => token.slice(token.indexOf(':') + 1))
