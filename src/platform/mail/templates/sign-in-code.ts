import type { MailMessage } from '../message.ts'

/** The code that proves an address, valid for `minutes`. */
export function signInCodeMail(to: string, code: string, minutes: number): MailMessage {
  return {
    to,
    subject: 'Your Almanac sign-in code',
    paragraphs: [
      `Your sign-in code is ${code}.`,
      `It is valid for ${minutes} minutes and can be used once.`,
      'If you did not request it, ignore this message: nothing happens without the code.',
    ],
  }
}
