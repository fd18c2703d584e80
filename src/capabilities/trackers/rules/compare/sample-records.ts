import type { JobPosting, NewsArticle, Post, PostComment } from '../../../../corpus/records/index.ts'
import type { SeenReaction } from '../states.ts'

/** Made-up records for previews and test signals: whole where rules look, the rest null. */
const when = '2026-01-20T09:00:00.000Z'
const address = 'https://acme.example'

export const samplePosting = (more: Partial<JobPosting>, id = 1): JobPosting =>
  ({
    job_id: `example-job-${id}`,
    title: 'Engineer',
    job_url: `${address}/jobs/${id}`,
    posted_at: when,
    seniority_level: null,
    job_function: [],
    job_location_type: null,
    standardized_location: null,
    status: 'active',
    ...more,
  }) as JobPosting

export const sampleArticle = (more: Partial<NewsArticle>, id = 1): NewsArticle =>
  ({
    article_id: `example-article-${id}`,
    url: `${address}/news/${id}`,
    title: 'Acme in the news',
    published_at: when,
    publisher_name: 'Example Daily',
    summary: null,
    sentiment: null,
    topic: null,
    event_date: null,
    ...more,
  }) as NewsArticle

export const samplePost = (more: Partial<Post>): Post =>
  ({
    post_id: 'example-post',
    post_url: `${address}/posts/1`,
    caption: 'Something new.',
    posted_at: when,
    num_reactions: 40,
    num_comments: 3,
    num_shares: 1,
    author_name: 'Acme',
    author_pnet_slug: 'acme',
    author_pnet_url: null,
    ...more,
  }) as Post

export const sampleComment = (more: Partial<PostComment>): PostComment =>
  ({
    comment_id: 'example-comment',
    post_id: 'example-post',
    comment_url: null,
    text: 'Well said.',
    posted_at: when,
    ...more,
  }) as PostComment

export const sampleReaction = (more: Partial<SeenReaction>): SeenReaction =>
  ({
    reaction_id: 'example-reaction',
    post_id: 'example-post',
    reaction_type: 'LIKE',
    reacted_at: when,
    ...more,
  }) as SeenReaction
