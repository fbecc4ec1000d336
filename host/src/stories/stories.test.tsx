import { render } from '@testing-library/react';
import { storiesById } from '@shopwright/shared/stories/story';
import { stories as groups } from './host.stories';

const stories = storiesById(groups);

test.each([...stories])('%s can be shown', (_id, story) => {
  render(story);
  expect(document.body).not.toBeEmptyDOMElement();
});

test('every story has an address of its own', () => {
  const names = groups.flatMap((group) => Object.keys(group.stories));
  expect(stories.size).toBe(names.length);
});
