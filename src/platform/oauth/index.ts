export { openOAuth, type OAuth } from './open-oauth.ts'
