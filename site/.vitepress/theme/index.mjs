import theme from "vitepress/theme-without-fonts";
import RunExample from "./run-example.vue";
import "./style.css";

export default {
  extends: theme,
  enhanceApp: ({ app }) => app.component("RunExample", RunExample),
};
