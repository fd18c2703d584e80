export {
  openEmailVerifier,
  type EmailVerifier,
  type Verification,
  type VerificationReason,
  type VerifierSettings,
} from './email-verifier.ts'
export type { SmtpSettings } from './ask-server.ts'
export type { MailResolver } from './mail-routes.ts'
export { systemResolver } from './system-resolver.ts'
