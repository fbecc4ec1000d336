import { showStories } from 'shared/stories/show-stories';
import { forms } from './forms';
import { rows } from './rows';

showStories({ title: 'Sign-up', groups: [forms, rows] });
