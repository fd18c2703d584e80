import { kinds } from '../../corpus/kinds/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'

/** Identifiers of the people whom a company's record names: founders, investors, addresses in its texts. */
export const peopleNamedBy = (record: CompanyRecord): string[] =>
  kinds.companies.named(record as never).map((token) => token.slice(token.indexOf(':') + 1))
