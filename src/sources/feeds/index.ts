export { articleLines } from './article-lines.ts'
export { feedTypes, readFeed, type Feed, type FeedEntry } from './read-feed.ts'
