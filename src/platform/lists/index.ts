export {
  movementPosition,
  type MovedMember,
  type Movement,
  type MovementPosition,
} from './difference-rows.ts'
export { forgetLists } from './forget-lists.ts'
export type { List, ListChange, ListOutcome, Lists, ListsOfKind, NewList } from './list.ts'
export { defineListKind, type ListKind } from './list-kind.ts'
export type { ListActivity, SearchSnapshot } from './list-rows.ts'
export type { ListMember, MemberName, NewMember } from './member-rows.ts'
export type { MembersAdded, MembersRebuilt, MembersRemoved } from './membership.ts'
export { openLists } from './open-lists.ts'
export { movementsOfVersion, type ListVersion, type Movements } from './version-rows.ts'
