export { readSubjectIdentifiers, SubjectRefused, type SubjectIdentifiers } from './identify-subject.ts'
export type { PrivacyDeps } from './slice.ts'
export { suppressSubject, type SuppressionOutcome } from './suppress-subject.ts'
