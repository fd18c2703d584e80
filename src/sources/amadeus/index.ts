export { openAccess, type Access } from './access-token.ts'
