import { memo } from '../../lib/memo.ts'
import { tokenNumber } from './token-number.ts'

/**
 * A domain as a number, by which companies and positions are joined: shorter than the domain, and faster compared. 0 is
 * nobody's.
 */
export const domainNumber = memo(tokenNumber)
