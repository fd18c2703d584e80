import { invalidMember, type Call, type Failure } from '../../operation/index.ts'
import type { AccountDeps } from './slice.ts'

/** The failure of the first member that the caller's organization never had; in the sandbox the people are those of its owner. */
export async function findStranger(
  { hasMember }: Pick<AccountDeps, 'hasMember'>,
  { organizationId, sandboxOf }: Call,
  memberIds: readonly string[] = [],
): Promise<Failure | undefined> {
  for (const [index, memberId] of memberIds.entries()) {
    if (!(await hasMember(sandboxOf ?? organizationId, memberId)))
      return invalidMember(
        `memberId[${index}]`,
        'Your organization has nobody with this id. List them with listMembers.',
      )
  }
  return undefined
}
