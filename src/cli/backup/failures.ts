import { OperatorError } from '../context.ts'

/** The backup itself is no good, whatever the machine it is restored on. */
export class BadBackup extends OperatorError {}

/** Whether the disk, or the share of it that this account may use, is full. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')
