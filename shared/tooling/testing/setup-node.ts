import { guardConsole } from './console-guard';

guardConsole();
