import { render } from '@testing-library/react';
import { storiesById } from '@shopwright/shared/stories/story';
import { hostStories } from './host-stories';

const stories = storiesById(hostStories);

test.each([...stories])('%s can be shown', (_id, story) => {
  render(story);
  expect(document.body).not.toBeEmptyDOMElement();
});

test('every story has an address of its own', () => {
  const names = hostStories.flatMap((group) => Object.keys(group.stories));
  expect(stories.size).toBe(names.length);
});
