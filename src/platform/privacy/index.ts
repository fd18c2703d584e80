export {
  openSuppressions,
  type IdentifierSort,
  type NewSuppression,
  type Suppression,
  type SuppressionReason,
  type Suppressions,
  suppressionReasons,
} from './open-suppressions.ts'
export {
  checkDeclared,
  textTables,
  UndeclaredStore,
  type OtherTables,
  type PersonalStore,
} from './personal-stores.ts'
export { countRemovals, RemovedMeanwhile, requireNoRemoval } from './removals.ts'
export { withoutSubject } from './without-subject.ts'
export { subjectOfTexts, type Mention, type Subject, type SubjectTexts } from './subject-texts.ts'
