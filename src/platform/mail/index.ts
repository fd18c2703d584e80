export { MailUnavailable, openMail, type Mail, type MailSettings } from './open-mail.ts'
export type { ComposeMail } from './late-content.ts'
export type { MailContent, MailMessage } from './message.ts'
export { signInCodeMail } from './templates/sign-in-code.ts'
