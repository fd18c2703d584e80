import type { EntityKind } from '../../corpus/kinds/index.ts'
import type { EntityType } from './rules/states.ts'

/** Kinds of records that tell something of entities. */
export const entityKinds = (entityType: EntityType): readonly EntityKind[] =>
  entityType === 'company'
    ? ['companies', 'people', 'postings', 'posts', 'news']
    : ['people', 'posts', 'comments', 'reactions']

/** The kind of record that is an entity. */
export const recordKind = { company: 'companies', person: 'people' } as const
