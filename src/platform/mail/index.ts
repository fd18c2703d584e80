export { MailUnavailable, openMail, type Mail, type MailSettings } from './open-mail.ts'
export type { ComposeMail } from './deferred-message.ts'
export type { MailContent, MailMessage } from './message.ts'
export { invitationMail, signInCodeMail } from './message.ts'
