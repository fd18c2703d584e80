import { memo } from '../../lib/memo.ts'
import { tokenNumber, tokenNumberSql } from './token-number.ts'

/**
 * A domain as a number, by which companies and positions are joined: shorter than the domain, and faster compared. 0 is
 * nobody's. The engine makes the same number by `domainNumberSql`.
 */
export const domainNumber = memo(tokenNumber)

/** SQL for `domainNumber` of the domain that an expression gives. */
export const domainNumberSql = tokenNumberSql
