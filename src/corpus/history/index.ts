export { openHistory, type EntityHistory, type History, type PastState } from './open-history.ts'
