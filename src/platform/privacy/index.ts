export {
  openSuppressions,
  type IdentifierSort,
  type NewSuppression,
  type Suppression,
  type SuppressionReason,
  type Suppressions,
  suppressionReasons,
} from './open-suppressions.ts'
