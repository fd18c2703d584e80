export { membersOf, type EntitySet, type SetKind } from './members.ts'
export { openEntitySets, type EntitySets } from './open-entity-sets.ts'
