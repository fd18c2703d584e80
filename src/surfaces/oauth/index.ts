export { oauthMounts } from './oauth-mounts.ts'
