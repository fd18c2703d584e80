import { hash } from 'node:crypto'
import { memo } from '../../lib/memo.ts'

const aboveOrganizationIds = 1n << 63n

/**
 * A domain as a number beyond those of organization ids: companies and positions are joined by either in one look-up.
 * The engine makes the same number of a domain by `domainNumberSql`.
 */
export const domainNumber = memo(
  (domain) => hash('sha256', domain, 'buffer').readBigUInt64LE() | aboveOrganizationIds,
)

/** SQL for `domainNumber` of the domain that an expression gives. */
export const domainNumberSql = (domain: string) =>
  `bitOr(reinterpretAsUInt64(substring(SHA256(${domain}), 1, 8)), toUInt64(${aboveOrganizationIds}))`
