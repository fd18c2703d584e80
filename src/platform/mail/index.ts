export { MailUnavailable, openMail, type Mail, type MailSettings } from './open-mail.ts'
export type { MailMessage } from './message.ts'
export { signInCodeMail } from './templates/sign-in-code.ts'
