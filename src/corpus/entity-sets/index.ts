export { forgetEntitySets } from './forget-members.ts'
export { membersOf, type EntitySet, type SetKind } from './members.ts'
export { restoreMembers } from './send-members.ts'
export { openEntitySets, type AppliedSet, type EntitySets } from './open-entity-sets.ts'
