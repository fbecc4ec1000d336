import { render } from '@testing-library/react';
import { storiesById } from '@shopwright/shared/stories/story';
import { stories as groups } from './host.stories';

const stories = storiesById(groups);

test.each([...stories])('%s renders', (_id, story) => {
  render(story);
  expect(document.body).not.toBeEmptyDOMElement();
});
