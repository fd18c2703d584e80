import { escapeHtml } from '../../lib/escape-html.ts'

/** Whom a message is for. */
export interface MailEnvelope {
  /**
   * What makes it this message, in letters, digits, `_` and `.`: sent again under the same id it is the same one to servers and
   * readers that compare. Default: a message of its own.
   */
  id?: string
  /** One address. */
  to: string
}

/** What a message says. */
export interface MailContent {
  subject: string
  /** Plain text, one string a paragraph. */
  paragraphs: readonly string[]
  /** Shown as a link after the paragraphs. */
  link?: { label: string; url: string }
}

/** One message as templates make it. */
export interface MailMessage extends MailEnvelope, MailContent {}

/** The same words for readers with and without HTML. */
export function writeBodies(message: MailContent): { text: string; html: string } {
  const { subject, paragraphs, link } = message
  const linkText = link === undefined ? [] : [`${link.label}: ${link.url}`]
  const linkHtml =
    link === undefined ? '' : `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>\n`
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>\n`).join('')
  return {
    text: `${[...paragraphs, ...linkText].join('\n\n')}\n`,
    html:
      `<!doctype html>\n<html><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>\n` +
      `<body style="font-family:sans-serif;max-width:36em">\n${body}${linkHtml}</body></html>\n`,
  }
}

/** The link with which an address joins an organization, valid for `days`. */
export function invitationMail(
  to: string,
  { organization, link, days }: { organization: string; link: string; days: number },
): MailMessage {
  const name = organization.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
  return {
    to,
    subject: `An invitation to ${name} on Almanac`,
    paragraphs: [
      `You are invited to work with ${name} on Almanac.`,
      `The link is valid for ${days} days and can be used once.`,
      'If you did not expect it, ignore this message: nothing happens without the link.',
    ],
    link: { label: 'Join', url: link },
  }
}

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
