export { default } from '@composed/build/testing/jest';
