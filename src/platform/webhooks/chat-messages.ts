import type { EventWords } from '../../operation/index.ts'
import { shortenWords } from './event-text.ts'

/** The body that an incoming webhook of a chat takes. */
export const chatMessages: Record<'slack' | 'teams', (words: EventWords, isTest: boolean) => object> = {
  slack: slackMessage,
  teams: teamsMessage,
}

const marked = (words: EventWords, isTest: boolean): EventWords => {
  const { title, facts } = shortenWords(words)
  return { title: isTest ? `Test: ${title}` : title, facts }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The three characters by which Slack knows links, mentions and channels. */
const slackText = (text: string) => text.replaceAll(/[&<>]/g, (character) => entities[character] as string)

/** `text` is what notifications show, `blocks` what the channel does. `verbatim`: nothing in it becomes a link or a mention. */
function slackMessage(words: EventWords, isTest: boolean): object {
  const { title, facts } = marked(words, isTest)
  const object = (text: string) => ({ type: 'mrkdwn', text: slackText(text), verbatim: true })
  const fields = facts.map(([name, value]) => object(`${name}: ${value}`))
  return {
    text: slackText(title),
    blocks: [
      { type: 'section', text: object(title) },
      ...(fields.length === 0 ? [] : [{ type: 'section', fields }]),
    ],
  }
}

/** An adaptive card as workflows of Teams take it. Of runs of text nothing is read as markdown. */
function teamsMessage(words: EventWords, isTest: boolean): object {
  const { title, facts } = marked(words, isTest)
  const block = (runs: readonly object[]) => ({
    type: 'RichTextBlock',
    inlines: runs.map((run) => ({ type: 'TextRun', ...run })),
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block([{ text: title, weight: 'Bolder' }]),
            ...facts.map(([name, value]) => block([{ text: `${name}: `, isSubtle: true }, { text: value }])),
          ],
        },
      },
    ],
  }
}
