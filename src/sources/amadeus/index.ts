export { openAccess, type AmadeusAccess } from './access-token.ts'
