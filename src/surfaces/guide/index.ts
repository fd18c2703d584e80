export { guideMounts } from './serve-guide.ts'
